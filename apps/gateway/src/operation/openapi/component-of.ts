import type { FormatEdge } from '@interlingua/core/edge'

/** The name of a document of a format among the components: `MessagesCountRequest`. */
export function componentOf({ adapter: { format } }: FormatEdge, kind: string): string {
  return [format, kind].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

import type { Extension, Extensions } from './node.ts'
import type { Usage } from './response.ts'

/** `next` over `earlier`, bucket by bucket: usage events are cumulative, so a bucket is set, never added. Absent leaves what was. */
export function mergeUsage(earlier: Usage | undefined, next: Usage): Usage {
  if (earlier === undefined) return next
  const extensions = mergeExtensions(earlier.extensions, next.extensions)
  return {
    ...earlier,
    ...next,
    input: { ...earlier.input, ...next.input },
    output: { ...earlier.output, ...next.output },
    ...(extensions && { extensions }),
  }
}

/** The boxes of both, `next` winning key by key. */
export function mergeExtensions(earlier: Extensions | undefined, next: Extensions | undefined): Extensions | undefined {
  if (earlier === undefined || next === undefined) return next ?? earlier
  const merged: Record<string, Extension> = { ...earlier }
  for (const [format, box] of Object.entries(next)) {
    const old = merged[format]
    merged[format] = old === undefined ? box : mergeExtension(old, box)
  }
  return merged
}

function mergeExtension(old: Extension, box: Extension): Extension {
  return {
    ...((old.rest || box.rest) && { rest: { ...old.rest, ...box.rest } }),
    ...((old.hint || box.hint) && { hint: { ...old.hint, ...box.hint } }),
  }
}

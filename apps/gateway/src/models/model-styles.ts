import { anthropicModels, geminiModels, openaiModels, type ModelListAdapter } from '@interlingua/models'

/** How a vendor's servers show their models, and its clients ask for pages of them. */
export interface ModelStyle {
  readonly style: ModelListAdapter
  readonly after: string
  readonly before: string
  /** Whether lists have the newest first; others have no order. */
  readonly newestFirst?: true
}

const openai: ModelStyle = { style: openaiModels, after: 'after', before: 'before' }

/** By vendor. */
const styles: Readonly<Record<string, ModelStyle>> = {
  openai,
  anthropic: { style: anthropicModels, after: 'after_id', before: 'before_id', newestFirst: true },
  google: { style: geminiModels, after: 'pageToken', before: 'pageToken' },
}

/** The style of a vendor; that of OpenAI for all that have none of their own. */
export function modelStyleOf(vendor: string): ModelStyle {
  return Object.hasOwn(styles, vendor) ? (styles[vendor] ?? openai) : openai
}

export const allModelStyles: readonly ModelListAdapter[] = Object.values(styles).map(({ style }) => style)

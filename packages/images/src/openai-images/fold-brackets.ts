import { isJsonObject, type Json } from '@interlingua/core'

/**
 * The objects that OpenAI's own clients spell with brackets in a form (`optimize_prompt_options[mode]`), in which numbers and flags are
 * text.
 */
const objects: ReadonlySet<string> = new Set(['optimize_prompt_options', 'sequential_image_generation_options', 'parameters'])
const numbers: ReadonlySet<string> = new Set(['max_images', 'n', 'seed'])
const flags: ReadonlySet<string> = new Set(['watermark', 'prompt_extend', 'enable_sequential', 'enable_interleave', 'thinking_mode'])

/** Joins the fields of such an object. Deeper brackets, and brackets of other keys, stay as keys. */
export function foldBrackets(form: Record<string, Json>): void {
  for (const key of Object.keys(form)) {
    const [, head = '', inner = ''] = /^(\w+)\[(\w+)\]$/.exec(key) ?? []
    const value = form[key]
    const object = form[head] ?? {}
    if (!objects.has(head) || typeof value !== 'string' || !isJsonObject(object) || Object.hasOwn(object, inner)) continue
    delete form[key]
    form[head] = { ...object, [inner]: valueOf(inner, value) }
  }
}

/** The value of a text. A text that is no number where a number is expected stays a text, which the check refuses. */
function valueOf(key: string, text: string): Json {
  if (numbers.has(key)) return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  if (flags.has(key)) return text === 'true' ? true : text === 'false' ? false : text
  return text
}

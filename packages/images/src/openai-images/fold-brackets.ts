import { isJsonObject, type Json } from '@interlingua/core'

/** Objects that OpenAI's own clients spell with brackets in a form (`optimize_prompt_options[mode]`), with the numbers and flags in them. */
const objects: ReadonlySet<string> = new Set(['optimize_prompt_options', 'sequential_image_generation_options', 'parameters'])
const numbers: ReadonlySet<string> = new Set(['max_images', 'n', 'seed'])
const flags: ReadonlySet<string> = new Set(['watermark', 'prompt_extend', 'enable_sequential', 'enable_interleave', 'thinking_mode'])

/** Puts the fields of such an object together. Deeper brackets, and those of keys that mean nothing here, stay keys like any other. */
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

/** Text that is no number where one is meant stays text, for the check to refuse. */
function valueOf(key: string, text: string): Json {
  if (numbers.has(key)) return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  if (flags.has(key)) return text === 'true' ? true : text === 'false' ? false : text
  return text
}

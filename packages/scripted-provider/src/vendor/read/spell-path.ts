import type { Pointer } from '@interlingua/core'

function keysOf(path: Pointer): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** As Anthropic writes places: `messages.0.content.1`. */
export function spellDots(path: Pointer): string {
  return keysOf(path).join('.')
}

/** As OpenAI writes them: `messages[0].content`. */
export function spellBrackets(path: Pointer): string {
  return keysOf(path)
    .map((key, i) => (/^\d+$/.test(key) ? `[${key}]` : i === 0 ? key : `.${key}`))
    .join('')
}

/** As Google writes them: `generation_config.stop_sequences`. */
export function spellSnake(path: Pointer): string {
  return spellBrackets(path).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

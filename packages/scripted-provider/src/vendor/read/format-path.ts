import type { Pointer } from '@interlingua/core'

function keysOf(path: Pointer): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Writes a place in Anthropic's spelling: `messages.0.content.1`. */
export function formatDots(path: Pointer): string {
  return keysOf(path).join('.')
}

/** Writes a place in OpenAI's spelling: `messages[0].content`. */
export function formatBrackets(path: Pointer): string {
  return keysOf(path)
    .map((key, i) => (/^\d+$/.test(key) ? `[${key}]` : i === 0 ? key : `.${key}`))
    .join('')
}

/** Writes a place in Google's spelling: `generation_config.stop_sequences`. */
export function encodeSnake(path: Pointer): string {
  return formatBrackets(path).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

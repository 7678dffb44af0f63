/**
 * Signs that a text may use to look like another: control characters, signs that change the direction of writing, signs without width, and halves
 * of surrogate pairs.
 */
export const hiddenSigns = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]|\p{Cs}/gu

/** Formats a text of others so that each of its signs is seen: `a\u202eb` becomes `a⟨U+202E⟩b`. Line breaks and tabs stay if `multiline`. */
export function visibleText(text: string, multiline = false): string {
  return text.replaceAll(hiddenSigns, (sign) => {
    if (multiline && (sign === '\n' || sign === '\t')) return sign
    if (multiline && sign === '\r') return ''
    return nameOfSign(sign.codePointAt(0) ?? 0)
  })
}

/** Name by which a hidden sign is shown: `⟨U+202E⟩`. */
export function nameOfSign(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** Text cut to `most` characters, none of which is halved. `length`: length of the whole text if it was cut. */
export function cutText(text: string, most: number): { readonly shown: string; readonly length?: number } {
  if (text.length <= most) return { shown: text }
  const code = text.charCodeAt(most - 1)
  const isHalf = code >= 0xd800 && code <= 0xdbff
  return { shown: text.slice(0, isHalf ? most - 1 : most), length: text.length }
}

const strings = /"(?:[^"\\]|\\.)*"/g
/** Not the digits of a fraction or an exponent: those are rounded by every reader of JSON. */
const longIntegers = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/**
 * Whether `JSON.parse` rounds an integer of this JSON text, which is exact up to 2^53 alone: for targets that take an object where the source
 * has text. https://www.rfc-editor.org/rfc/rfc8259#section-6
 */
export function losesDigits(json: string): boolean {
  // Nearly no text has as many digits in a row, and then most are ids in strings.
  if (!hasLongRun(json)) return false
  for (const [literal] of json.replace(strings, '""').matchAll(longIntegers)) if (String(Number(literal)) !== literal) return true
  return false
}

const longRun = 16

/** Whether `longRun` digits stand in a row: any such run covers one of the places that are that far apart, and only those are looked at. */
function hasLongRun(text: string): boolean {
  for (let place = longRun - 1; place < text.length; place += longRun) {
    if (!isDigit(text, place)) continue
    let from = place
    while (place - from < longRun && isDigit(text, from - 1)) from--
    let to = place + 1
    while (to - from < longRun && isDigit(text, to)) to++
    if (to - from >= longRun) return true
  }
  return false
}

/** False beyond the ends of the text, where there is no code unit. */
function isDigit(text: string, place: number): boolean {
  const unit = text.charCodeAt(place)
  return unit >= 0x30 && unit <= 0x39
}

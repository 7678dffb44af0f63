/** Millionths as a decimal number with all six digits: `12.345678`. */
export function spellMicros(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

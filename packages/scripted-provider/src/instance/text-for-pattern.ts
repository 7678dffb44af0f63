/**
 * A text that fits a simple pattern of literals, classes, groups, alternatives and counts; `undefined` for any other pattern. A part with
 * `?`, `*` or `+` occurs once, and a counted one as seldom as allowed.
 */
export function textForPattern(pattern: string): string | undefined {
  const scanner: Scanner = { pattern, position: 0 }
  try {
    const text = alternatives(scanner)
    return scanner.position === pattern.length && new RegExp(pattern, 'u').test(text) ? text : undefined
  } catch {
    return undefined // beyond the subset, or not a pattern
  }
}

interface Scanner {
  readonly pattern: string
  position: number
}

function peek(scanner: Scanner): string {
  return scanner.pattern.charAt(scanner.position)
}

function alternatives(scanner: Scanner): string {
  const first = sequence(scanner)
  while (peek(scanner) === '|') {
    scanner.position++
    sequence(scanner)
  }
  return first
}

function sequence(scanner: Scanner): string {
  let text = ''
  for (let next = peek(scanner); next !== '' && next !== '|' && next !== ')'; next = peek(scanner)) {
    if (next === '^' || next === '$') scanner.position++
    else text += counted(scanner, atom(scanner))
  }
  return text
}

function atom(scanner: Scanner): string {
  const sign = peek(scanner)
  scanner.position++
  if (sign === '\\') return escaped(scanner)
  if (sign === '.') return 'a'
  if (sign === '[') return member(scanner)
  if (sign !== '(') return sign
  if (peek(scanner) === '?') {
    const named = /^\?(?:<\w+>|:)/.exec(scanner.pattern.slice(scanner.position))
    if (!named) throw new SyntaxError('look-around')
    scanner.position += named[0].length
  }
  const inner = alternatives(scanner)
  if (peek(scanner) !== ')') throw new SyntaxError('open group')
  scanner.position++
  return inner
}

const classes: Readonly<Record<string, string>> = {
  d: '0',
  D: 'a',
  w: 'a',
  W: '-',
  s: ' ',
  S: 'a',
  t: '\t',
  n: '\n',
  r: '\r',
  b: '',
  B: '',
}

function escaped(scanner: Scanner): string {
  const sign = peek(scanner)
  scanner.position++
  if (sign === 'p' || sign === 'P' || sign === 'u' || sign === 'x' || /\d/.test(sign)) throw new SyntaxError('escape')
  return classes[sign] ?? sign
}

function member(scanner: Scanner): string {
  const start = scanner.position
  const negated = peek(scanner) === '^'
  if (negated) scanner.position++
  const first =
    peek(scanner) === '\\' ? (scanner.position++, escaped(scanner)) : (scanner.position++, scanner.pattern.charAt(scanner.position - 1))
  while (peek(scanner) !== ']') {
    if (scanner.position >= scanner.pattern.length) throw new SyntaxError('open class')
    scanner.position += peek(scanner) === '\\' ? 2 : 1
  }
  scanner.position++
  if (!negated) return first
  const set = new RegExp(`[${scanner.pattern.slice(start, scanner.position)}`, 'u')
  return ['a', '0', '-', 'Z', ' '].find((candidate) => set.test(candidate)) ?? 'a'
}

function counted(scanner: Scanner, text: string): string {
  const count = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(scanner.pattern.slice(scanner.position))
  if (!count) return text
  scanner.position += count[0].length
  const times = count[1] === undefined ? 1 : Number(count[1])
  if (times * text.length > 1000) throw new RangeError('too long')
  return text.repeat(times)
}

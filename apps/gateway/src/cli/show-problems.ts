import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { ownCommand } from '../own-command.ts'

export interface ProblemOptions {
  /** True to show each line of the file below what is said of it. Default: at a terminal. */
  readonly frames?: boolean
  /** True for colours. Default: at a terminal, unless `NO_COLOR` is set. */
  readonly colours?: boolean
}

/** Lines about a configuration that cannot be used: each problem, at a terminal with the line of the file, and what to run next. */
export function showProblems(message: string, options: ProblemOptions = {}): string {
  const { frames = process.stderr.isTTY, colours = frames && !process.env['NO_COLOR'] } = options
  const lines = message.split('\n').flatMap((line) => [line, ...(frames ? frameOf(line, colours) : [])])
  // The problem of a variable of the environment begins with its name.
  const file = /^(?![A-Z_]+: )(.+?)(?::\d+:\d+)?: /.exec(message)?.[1]
  const named = file === undefined || file === `${process.cwd()}/interlingua.yaml` || file === 'interlingua.yaml' ? '' : ` ${file}`
  return `${lines.join('\n')}\nRepair it, then: ${ownCommand()} check${named}\n`
}

/** Keys whose values may be secret, so that no line of theirs is shown. */
const secret = /apiKey(?!Env|File)|proxy(?!Env|File)|headers|baseUrl|authorization|password|secret|token|:\/\/[^\s/]*@/i

/** Line of the file that a problem is about, with a mark below the place; none where a secret may stand in it. */
function frameOf(problem: string, colours: boolean): readonly string[] {
  const [, file = '', line = '', column = '', said = ''] = /^(.+?):(\d+):(\d+): (.*)$/.exec(problem) ?? []
  if (file === '' || secret.test(said)) return []
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  const lines = text.split(/\r?\n/)
  const [before = '', shown = ''] = [lines[Number(line) - 2], lines[Number(line) - 1]]
  // Without a path nothing says which key the line belongs to.
  const risky = /^[\w.[\]-]+: /.test(said) ? `${before.trimEnd().endsWith(':') ? before : ''}${shown}` : text
  if (secret.test(risky) || shown.trim() === '' || shown.length > 200) return []
  const begin = Number(column) - 1
  const gutter = `  ${line} | `
  const [from, length] = markOf(shown, begin, said)
  const mark = `${' '.repeat(gutter.length - 2)}| ${' '.repeat(from)}${'^'.repeat(length)}`
  return [`${gutter}${shown}`, colours ? styleText('red', mark, { validateStream: false }) : mark]
}

/** Place of the mark: the key if it is the mistake, else its value. */
function markOf(line: string, begin: number, said: string): readonly [from: number, length: number] {
  const rest = line.slice(begin)
  const key = /^["']?[\w./-]+["']?/.exec(rest)?.[0] ?? rest.slice(0, 1)
  const value = /^["']?[\w./-]+["']?:\s*/.exec(rest)?.[0]
  if (value === undefined || /unknown key|is missing|old name|stands twice|only one of/.test(said)) return [begin, Math.max(1, key.length)]
  const text = rest.slice(value.length)
  const shown = /^(?:"[^"]*"|'[^']*'|\[[^\]]*\]?|\{[^}]*\}?|[^,}\]#]+)/.exec(text)?.[0].trimEnd() ?? ''
  return shown === '' ? [begin, key.length] : [begin + value.length, shown.length]
}

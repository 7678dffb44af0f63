import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram } from '../apps/gateway/src/cli/run-cli.ts'
import { toml } from '../apps/gateway/src/cli/setup/edits/toml.ts'
import { parseConfig } from '../apps/gateway/src/config/read-config.ts'
import { root } from './workspace.ts'

/** Fenced block of a page. */
export interface Snippet {
  readonly page: string
  /** Line of the opening fence. */
  readonly line: number
  readonly language: string
  readonly text: string
  /** Text that readers do not see, in front of the snippet: `<!-- snippet: after … -->`. */
  readonly before: string
  /** Reason for a snippet that is type-checked, but not run: `<!-- snippet: not run, … -->`. */
  readonly notRun?: string
  /** Reason for a snippet that is not checked: `<!-- snippet: not checked, … -->`. */
  readonly notChecked?: string
}

/** Pages whose snippets are checked. */
export const snippetPages: readonly string[] = globSync(
  [
    '*.md',
    'docs/*.md',
    'docs/{guide,model,formats}/*.md',
    'packages/*/README.md',
    'apps/*/README.md',
    'examples/README.md',
    'clients/*.md',
    'site/pages/*.mdx',
  ],
  { cwd: root },
)
  .map((page) => page.replaceAll('\\', '/'))
  .toSorted()

/** Languages that no program of this repository reads. */
export const drawn: Readonly<Record<string, string>> = {
  mermaid: 'is a drawing',
  text: 'is text for people',
}

/** Snippets of a page. Throws for a directive that is unknown, or that belongs to no snippet. */
export function readSnippets(page: string, text: string = readFileSync(join(root, page), 'utf8')): readonly Snippet[] {
  const snippets: Snippet[] = []
  const used = new Set<number>()
  for (const { index, 1: comment, 2: language = '', 3: body = '' } of text.matchAll(
    /(?:^<!-- snippet: ((?:(?!-->)[^])*)-->\n+)?^```([a-z]+)\n([^]*?)^```$/gm,
  )) {
    const fence = text.indexOf('```', index + (comment?.length ?? 0))
    if (comment !== undefined) used.add(index)
    snippets.push({
      page,
      line: text.slice(0, fence).split('\n').length,
      language,
      text: body,
      ...readDirective(page, comment?.trim()),
    })
  }
  for (const { index } of text.matchAll(/^<!-- snippet:/gm))
    if (!used.has(index)) throw new Error(`${page}: a comment about a snippet is not in front of one`)
  return snippets
}

function readDirective(page: string, comment: string | undefined): Pick<Snippet, 'before' | 'notRun' | 'notChecked'> {
  if (comment === undefined) return { before: '' }
  const { 1: kind, 2: rest = '' } = /^(after|not run,|not checked,)\s([^]+)$/.exec(comment) ?? []
  if (kind === 'after') return { before: rest }
  const [reason = '', before = ''] = rest.split(/; after\s/, 2)
  if (kind === 'not run,') return { before, notRun: reason }
  if (kind === 'not checked,') return { before: '', notChecked: rest }
  throw new Error(`${page}: <!-- snippet: ${comment} --> is neither "after", "not run," nor "not checked,"`)
}

/** Problems of a snippet that can be found without running it; of TypeScript none. */
export async function checkSnippet(snippet: Snippet): Promise<readonly string[]> {
  const { language, text, before, notChecked } = snippet
  if (notChecked !== undefined || Object.hasOwn(drawn, language)) return []
  try {
    switch (language) {
      case 'ts':
        return []
      case 'json':
        JSON.parse(text)
        return []
      case 'yaml': {
        const old: string[] = []
        parseConfig(`${before}\n${text}`, 'snippet', (problem) => void old.push(problem))
        return old
      }
      case 'toml':
        toml.parse(text)
        return []
      case 'sh':
        return (await Promise.all(commandsOf(text).map(checkCommand))).flat()
      default:
        return [`no check knows the language ${language}`]
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** Command of a shell, as words without quotes. */
export type ShellCommand = readonly string[]

/** Commands of a shell script: simple ones, joined by `&&`, with quotes, comments, continued lines and assignments. */
export function commandsOf(script: string): readonly ShellCommand[] {
  const commands: string[][] = [[]]
  let word: string | undefined
  const end = (): void => {
    if (word !== undefined) commands.at(-1)?.push(word)
    word = undefined
  }
  const text = script.replaceAll(/\\\n\s*/g, ' ')
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1)
      if (close < 0) throw new Error(`a quote is not closed: ${text.slice(at, at + 40)}`)
      word = (word ?? '') + text.slice(at + 1, close)
      at = close
    } else if (character === '#' && word === undefined) {
      while (at + 1 < text.length && text.charAt(at + 1) !== '\n') at++
    } else if (character === '\n' || text.startsWith('&&', at)) {
      end()
      commands.push([])
      if (character === '&') at++
    } else if (/\s/.test(character)) end()
    else word = (word ?? '') + character
  }
  end()
  return commands.filter((command) => command.length > 0)
}

/** Programs that this repository does not have, and whose arguments are checked elsewhere or nowhere. */
const foreign: Readonly<Record<string, string>> = {
  claude: 'run by tools/clients.ts',
  gemini: 'run by tools/clients.ts',
  opencode: 'run by tools/clients.ts',
  codex: 'run by tools/clients.ts',
  kill: 'a program of the system',
  docker: 'a program of the system',
  curl: 'sent to the demo by tools/run-snippets.ts',
  export: 'a variable',
}

interface Manifest {
  readonly name: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifests = globSync(['package.json', '{packages,apps,examples}/*/package.json', '{conformance,bench,clients}/package.json'], {
  cwd: root,
}).map(
  (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest, // npm and pnpm read them, and need these types
)
const scripts = new Set(Object.keys(manifests.find(({ name }) => name === '@interlingua/workspace')?.scripts ?? {}))
const packages = new Set(
  manifests.flatMap(({ name, dependencies, devDependencies }) => [name, ...Object.keys({ ...dependencies, ...devDependencies })]),
)

async function checkCommand(command: ShellCommand): Promise<readonly string[]> {
  const [program = '', ...rest] = command.slice(command.findIndex((word) => !/^[A-Z_]+=/.test(word)))
  if (/^[A-Z_]+=/.test(program)) return []
  switch (program) {
    case 'interlingua':
      return checkInterlingua(rest)
    case 'npx':
      return checkNpx(rest)
    case 'npm':
      return checkNpm(rest)
    case 'pnpm':
      return checkPnpm(rest)
    case 'node':
      return checkNode(rest)
    default:
      return Object.hasOwn(foreign, program) ? [] : [`no check knows the program ${program}`]
  }
}

/** Parses arguments by the command line's own definitions, without running the command. */
async function checkInterlingua(args: readonly string[]): Promise<readonly string[]> {
  let problem = ''
  const program = createProgram(args, { out: () => {}, err: (text) => void (problem += text) })
  const queue = [program]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    queue.push(...next.commands)
    next.exitOverride()
    if (next.commands.length === 0) next.action(() => {})
  }
  try {
    await program.parseAsync(args.length === 0 ? ['start'] : [...args], { from: 'user' })
    return []
  } catch {
    return [`interlingua ${args.join(' ')}: ${problem.trim()}`]
  }
}

function checkNpx(args: readonly string[]): Promise<readonly string[]> | readonly string[] {
  const named = args.flatMap((word, at) => (args[at - 1] === '--package' ? [word] : []))
  const [program = '', ...rest] = args.filter((word, at) => word !== '--package' && args[at - 1] !== '--package')
  if (program !== '@interlingua/gateway' && program !== 'interlingua') return [`no check knows npx ${program}`]
  return named.some((name) => !packages.has(name)) ? [`npx: no package of ${named.join(' ')}`] : checkInterlingua(rest)
}

function checkNpm(args: readonly string[]): Promise<readonly string[]> | readonly string[] {
  const [verb = '', ...rest] = args
  if (verb === 'start') return checkInterlingua(rest[0] === '--' ? rest.slice(1) : [])
  if (verb === 'test') return []
  if (verb !== 'install') return [`no check knows npm ${verb}`]
  const unknown = rest.filter((word) => !word.startsWith('-') && !packages.has(word))
  return unknown.map((word) => `npm install: no package of this repository is or needs ${word}`)
}

function checkPnpm([verb = '', ...rest]: readonly string[]): readonly string[] {
  if (verb === 'add') return []
  if (verb === 'exec') return ['vitest', 'changeset'].includes(rest[0] ?? '') ? [] : [`no check knows pnpm exec ${rest[0]}`]
  const script = verb === 'run' ? (rest[0] ?? '') : verb
  return scripts.has(script) ? [] : [`package.json has no script ${script}`]
}

function checkNode([file = '', ...rest]: readonly string[]): Promise<readonly string[]> | readonly string[] {
  if (!existsSync(join(root, file))) return [`there is no ${file}`]
  if (file === 'tools/run.mjs') return rest[0] === 'pnpm' ? checkPnpm(rest.slice(1)) : []
  return file === 'apps/gateway/src/main.ts' ? checkInterlingua(rest) : []
}

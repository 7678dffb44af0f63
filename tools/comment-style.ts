import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { listWorkspaces, root } from './workspace.ts'

/** Folder of a workspace → number of its comments that may still break the rules. A folder that is absent has the limit 0. */
export type CommentLimits = Readonly<Record<string, number>>

export interface CommentReport {
  readonly comments: number
  readonly problems: readonly string[]
}

export interface Comment {
  /** Line of the first sign, counted from 1. */
  readonly line: number
  /** Words without comment signs, on one line. */
  readonly text: string
}

/** Openings that hide the subject: a comment begins with a noun, a verb in the third person, or a value's name. */
const openings: readonly RegExp[] = [
  /^(?:what|whatever|which|whichever|whoever|who|whom|whose|where|of|whether|one|those|nobody|as|again)\b/i,
  /^(?:it|they|them|he|him|she|its|their)\b/i,
  /^(?:this|that|these) (?:is|are|was|were|has|have|had|does|do|did|may|might|must|can|could|will|would|should)\b/i,
]

/** Turns of phrase that leave a reader to guess the noun. */
const phrases: readonly RegExp[] = [
  /\bit is so that\b/i,
  /\bthat which\b/i,
  /\bof wh(?:ich|om|at) (?:nobody|nothing|one|something|somebody)\b/i,
  /\bwho(?:m|so)?ever\b/i,
  /\b(?:no|some)body\b/i,
]

/** True if a comment opens without a subject, or has one of the refused phrases. */
export function isRefused(text: string): boolean {
  return openings.some((opening) => opening.test(text)) || phrases.some((phrase) => phrase.test(text))
}

/** Doc comments and line comments of a source text. Line comments on successive lines of their own are one comment. */
export function readComments(file: string, text: string): readonly Comment[] {
  const comments: Comment[] = []
  /** End of the last line comment that had its line for itself. */
  let lastEnd: number | undefined
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
    const isAlone = type === 'Line' && before.trim() === ''
    const last = comments.at(-1)
    if (isAlone && last !== undefined && lastEnd !== undefined && /^\r?\n[ \t]*$/.test(text.slice(lastEnd, start)))
      comments[comments.length - 1] = { ...last, text: `${last.text} ${value.trim()}` }
    else if (type === 'Line' || value.startsWith('*')) comments.push({ line: text.slice(0, start).split('\n').length, text: plain(value) })
    lastEnd = isAlone ? end : undefined
  }
  return comments
}

function plain(value: string): string {
  return value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s*/, '').trimEnd())
    .join(' ')
    .trim()
}

/** Holds the comments of each folder to its limit, which may only fall: fewer refused comments than the limit are a problem as well. */
export function checkComments(base: string = root, limits: CommentLimits = readLimits(base)): CommentReport {
  const problems: string[] = []
  let comments = 0
  const folders = listFolders(base)
  for (const folder of folders) {
    const { all, refused } = findRefused(base, folder)
    comments += all
    const limit = limits[folder] ?? 0
    if (refused.length > limit) problems.push(...refused, `${folder}: ${refused.length} comments without a subject; the limit is ${limit}`)
    if (refused.length < limit) problems.push(`${limitsFile}: lower the limit of ${folder} to ${refused.length}`)
  }
  for (const folder of Object.keys(limits))
    if (!folders.includes(folder)) problems.push(`${limitsFile}: ${folder} is no folder that is checked; remove it`)
  return { comments, problems }
}

/** Refused comments of a folder, with their places. */
function findRefused(base: string, folder: string): { readonly all: number; readonly refused: readonly string[] } {
  const refused: string[] = []
  let all = 0
  for (const file of globSync('**/*.{ts,tsx}', {
    cwd: join(base, folder),
    exclude: (name) => /(?:^|[\\/])(?:node_modules|dist)$/.test(name),
  })) {
    const at = `${folder}/${file.replaceAll('\\', '/')}`
    const comments = readComments(at, readFileSync(join(base, at), 'utf8'))
    all += comments.length
    for (const { line, text } of comments) if (isRefused(text)) refused.push(`${at}:${line}: ${text.slice(0, 80)}`)
  }
  return { all, refused: refused.toSorted() }
}

function listFolders(base: string): readonly string[] {
  const workspaces = ['packages/*', 'apps/*', 'examples/*', 'conformance', 'bench'].flatMap((pattern) => listWorkspaces(pattern, base))
  return [...workspaces.map(({ folder }) => folder), ...['clients', 'tools'].filter((folder) => existsSync(join(base, folder)))]
}

const limitsFile = 'tools/comment-limits.json'

function readLimits(base: string): CommentLimits {
  return JSON.parse(readFileSync(join(base, limitsFile), 'utf8')) as CommentLimits
}

/** The limits that hold now, each lowered to the number of refused comments that are left; a limit 0 is left out. */
export function lowerLimits(base: string = root, limits: CommentLimits = readLimits(base)): CommentLimits {
  return Object.fromEntries(
    listFolders(base)
      .map((folder) => [folder, Math.min(limits[folder] ?? 0, findRefused(base, folder).refused.length)] as const)
      .filter(([, limit]) => limit > 0),
  )
}

if (import.meta.main) {
  if (process.argv.includes('--lower')) writeFileSync(join(root, limitsFile), `${JSON.stringify(lowerLimits(), undefined, 2)}\n`)
  const { comments, problems } = checkComments()
  for (const problem of problems) console.error(problem)
  console.log(`comments: ${comments} checked, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

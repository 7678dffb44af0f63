import type { Tool } from '@interlingua/core'

/** A call that a prompt asks for. */
export interface Mention {
  readonly tool: Tool
  readonly position: number
  /** The prompt right after the tool's name, up to the next mention. */
  readonly after: string
}

/**
 * Finds the tools that a prompt names, in order, each once or as often as `x3`, `twice` or `3 times` after the name says. A renamed tool is
 * found by its old name too: the last piece of a flattened namespace, or the name without a derived suffix.
 */
export function findMentions(prompt: string, tools: readonly Tool[]): readonly Mention[] {
  const found: { tool: Tool; position: number; end: number }[] = []
  // A text in backticks is the input of a call, in which names do not count.
  const searched = prompt.replace(/:\s*`[^`]*`/g, (quoted) => ' '.repeat(quoted.length))
  const own = new Set(tools.map(({ name }) => name))
  for (const tool of tools) {
    for (const [i, name] of namesOf(tool).entries()) {
      if (i > 0 && own.has(name)) continue // the name belongs to another tool
      const position = findName(searched, name)
      if (position === -1) continue
      found.push({ tool, position, end: position + name.length })
      break
    }
  }
  found.sort((a, b) => a.position - b.position || b.end - a.end)
  const mentions: Mention[] = []
  for (const [i, { tool, position, end }] of found.entries()) {
    const after = prompt.slice(end, found[i + 1]?.position)
    for (let times = countOf(after); times > 0; times--) mentions.push({ tool, position, after })
  }
  return mentions
}

function namesOf({ name, namespace }: Tool): readonly string[] {
  const names = [name]
  if (namespace !== undefined) names.push(`${namespace}__${name}`)
  const flat = name.lastIndexOf('__')
  if (flat > 0) names.push(name.slice(flat + 2))
  const derived = /^(.{3,})_[a-z2-7]{6,24}$/.exec(name)
  if (derived?.[1] !== undefined) names.push(derived[1])
  return names
}

/** The position of the name as a word of its own: `read` is not found in `already` or `read-only`. */
function findName(prompt: string, name: string): number {
  if (name === '') return -1
  for (let at = prompt.indexOf(name); at !== -1; at = prompt.indexOf(name, at + 1)) {
    if (!isNameSign(prompt.charAt(at - 1)) && !isNameSign(prompt.charAt(at + name.length))) return at
  }
  return -1
}

function isNameSign(sign: string): boolean {
  return /[\p{L}\p{N}_-]/u.test(sign)
}

function countOf(after: string): number {
  const times = /^\W{0,2}\s*(?:x\s?(\d+)|(\d+) times|(twice)|(three times))/.exec(after)
  if (!times) return 1
  return Math.min(times[3] ? 2 : times[4] ? 3 : Number(times[1] ?? times[2]), 32)
}

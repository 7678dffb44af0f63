/** What a path asks for, without the words in front of it that name a version or a vendor. */
export interface Tail {
  /** Without a slash in front: `chat/completions`. */
  readonly text: string
  /** In front of it stands what only Google's clients put there. */
  readonly native: boolean
}

const versions: ReadonlySet<string> = new Set(['v1', 'openai', 'anthropic'])
const nativeVersions: ReadonlySet<string> = new Set(['v1beta', 'v1alpha', 'v1beta1'])

/**
 * Versions (each once, twice or not at all: a base address that has one already, or lacks it), the names of vendors under which others serve
 * their formats, and the project, location and publisher of Google's cloud; empty segments count for nothing.
 */
export function readTail(path: string): Tail {
  const segments = path.split('/').filter((segment) => segment !== '')
  let native = false
  let start = 0
  for (; start < segments.length; start++) {
    const segment = segments[start] ?? ''
    // `/v1beta/openai/` is where Google serves OpenAI's format.
    if (versions.has(segment)) native = native && segment === 'v1'
    else if (nativeVersions.has(segment)) native = true
    else break
  }
  if (segments[start] === 'projects' && segments[start + 2] === 'locations') {
    start += 4
    native = true
  }
  if (segments[start] === 'publishers' && segments[start + 1] === 'google') {
    start += 2
    native = true
  }
  return { text: segments.slice(start).join('/'), native }
}

/** Issue of a schema library: a place in the value, and a message. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Details of a zod issue that are read here. https://zod.dev/error-customization */
interface IssueDetails {
  readonly code?: unknown
  readonly expected?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: unknown
  readonly format?: unknown
  readonly values?: unknown
  readonly keys?: unknown
  readonly errors?: unknown
  readonly options?: unknown
}

/** Place of a value that does not fit its schema, and what it must be instead. */
export interface DescribedIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Beginnings of zod's default messages; any other message is the schema's own. */
const ownWords = /^(?:Invalid (?:input|option|string|discriminator)|Invalid \S+$|Too (?:small|big)|Unrecognized key|Invalid input:)/

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'left out',
  never: 'left out',
}

/**
 * Says an issue of zod in plain words: `must be a whole number`, `must not be empty`, `must be low, medium or high`. A schema's own message
 * stays; for a union, the nearest branch is described, or what each branch takes.
 */
export function describeIssue(issue: SchemaIssue): DescribedIssue {
  // Every member of the interface is optional and unknown: each is looked at before it is used.
  const details = issue as SchemaIssue & IssueDetails
  if (details.code === 'invalid_union') return describeUnion(issue, details)
  if (!ownWords.test(issue.message)) return { path: issue.path, message: issue.message }
  return { path: issue.path, message: wordsOf(details) ?? issue.message }
}

function wordsOf(details: IssueDetails): string | undefined {
  switch (details.code) {
    case 'invalid_type':
      return typeof details.expected === 'string' ? `must be ${kinds[details.expected] ?? details.expected}` : undefined
    case 'too_small':
      return boundWords(details, details.minimum, 'least')
    case 'too_big':
      return boundWords(details, details.maximum, 'most')
    case 'invalid_value':
      return Array.isArray(details.values) ? `must be ${listOf(details.values.map(String), 'or')}` : undefined
    case 'unrecognized_keys':
      return Array.isArray(details.keys)
        ? `unknown ${details.keys.length === 1 ? 'key' : 'keys'}: ${listOf(details.keys.map(String), 'and')}`
        : undefined
    case 'invalid_format':
      if (details.format === 'url') return 'must be a URL such as https://example.com'
      return typeof details.format === 'string' && details.format !== 'regex'
        ? `must be a valid ${details.format}`
        : 'is not of the form that is asked for'
    default:
      return undefined
  }
}

function boundWords({ origin, inclusive }: IssueDetails, bound: unknown, end: 'least' | 'most'): string | undefined {
  if (typeof bound !== 'number' && typeof bound !== 'bigint') return undefined
  if (origin === 'string' || origin === 'array' || origin === 'set') {
    if (end === 'least' && Number(bound) === 1) return 'must not be empty'
    const what = origin === 'string' ? 'characters' : 'entries'
    return `must have at ${end} ${bound} ${Number(bound) === 1 ? what.replace(/ies$|s$/, (plural) => (plural === 'ies' ? 'y' : '')) : what}`
  }
  if (inclusive === false) return `must be ${end === 'least' ? 'greater' : 'less'} than ${bound}`
  return `must be at ${end} ${bound}`
}

function describeUnion(issue: SchemaIssue, { errors, options }: IssueDetails): DescribedIssue {
  const branches = Array.isArray(errors) ? (errors as readonly (readonly SchemaIssue[])[]) : [] // zod's list of branches under this name
  // A branch that got deeper into the value is the one that was meant.
  const [nearest] = branches
    .flatMap((branch) => branch.slice(0, 1))
    .filter(({ path }) => path.length > 0)
    .toSorted((left, right) => right.path.length - left.path.length)
  if (nearest !== undefined) {
    const inner = describeIssue(nearest)
    return { path: [...issue.path, ...inner.path], message: inner.message }
  }
  if (Array.isArray(options)) return { path: issue.path, message: `must be ${listOf(options.map(String), 'or')}` }
  const words = [...new Set(branches.flatMap((branch) => branch.slice(0, 1)).map((inner) => describeIssue(inner).message))]
  if (words.length === 0) return { path: issue.path, message: ownWords.test(issue.message) ? 'is not valid here' : issue.message }
  const shared = words.every((word) => word.startsWith('must be ')) ? words.map((word) => word.slice('must be '.length)) : undefined
  return { path: issue.path, message: shared ? `must be ${listOf(shared, 'or')}` : listOf(words, 'or') }
}

/** `a, b or c` */
function listOf(words: readonly string[], link: 'and' | 'or'): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${link} ${last}`
}

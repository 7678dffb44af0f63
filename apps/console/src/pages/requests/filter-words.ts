import type { RequestRow } from '@interlingua/console/api'

/** Filter words of the list, each with an example of its value. */
export const filterWords = {
  status: 'error, ok, 4xx or 429',
  key: 'name or id',
  model: 'gpt-5',
  channel: 'openai',
  client: 'claude-code',
  format: 'messages',
  operation: 'generate',
  notice: 'chat/top-k',
  slow: '>5s',
  cost: '>0.1',
  id: 'of one request',
} as const

export type FilterWord = keyof typeof filterWords

/** Filter as parameters of the API; `problem`: why it cannot be used, in words. */
export type RequestFilter =
  | { readonly parameters: Readonly<Partial<Record<FilterWord, string>>>; readonly problem?: never }
  | { readonly problem: string }

const isWord = (name: string): name is FilterWord => Object.hasOwn(filterWords, name)

/** Reads a text such as `status:error channel:openai model:"my model" slow:>5s`. */
export function parseFilter(text: string): RequestFilter {
  const parameters: Partial<Record<FilterWord, string>> = {}
  for (const [whole, name = '', quoted, plain = ''] of text.matchAll(/([^\s:"]+):(?:"([^"]*)"?|(\S*))|\S+/g)) {
    if (name === '') return { problem: `“${whole}” is no filter. Write a word and a value, such as model:${whole}` }
    if (!isWord(name)) return { problem: `There is no filter “${name}:”. There are ${Object.keys(filterWords).join(', ')}.` }
    const value = readValue(name, quoted ?? plain)
    if (value === undefined) return { problem: `${name}: expected ${filterWords[name]}` }
    parameters[name] = value
  }
  return { parameters }
}

/** Value of a word as the API takes it; undefined if it is not one. */
function readValue(name: FilterWord, text: string): string | undefined {
  if (text === '') return undefined
  if (name === 'status') return /^(?:error|ok|[1-5]xx|[1-5]\d\d)$/.test(text) ? text : undefined
  if (name === 'cost') return /^>?(\d{1,9}(?:\.\d{1,6})?)$/.exec(text)?.[1]
  if (name !== 'slow') return text
  const [, amount, unit] = /^>?(\d{1,9}(?:\.\d{1,6})?)(ms|s|min)?$/.exec(text) ?? []
  if (amount === undefined) return undefined
  const seconds = Number(amount) * (unit === 'ms' ? 0.001 : unit === 'min' ? 60 : 1)
  return String(Number(seconds.toFixed(6)))
}

/** Formats a filter as words; values with spaces are in quotes. */
export function formatFilter(parameters: Readonly<Partial<Record<FilterWord, string>>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}:${/\s/.test(value) ? `"${value}"` : value}`)
    .join(' ')
}

/** True if the API would list this request under the filter. */
export function fitsFilter(row: RequestRow, parameters: Readonly<Partial<Record<FilterWord, string>>>): boolean {
  const { status, key, model, channel, client, format, operation, notice, slow, cost, id } = parameters
  const equal = (wanted: string | undefined, value: string | undefined): boolean => wanted === undefined || wanted === value
  return (
    equal(id, row.id) &&
    equal(model, row.model) &&
    equal(channel, row.channel) &&
    equal(format, row.format) &&
    equal(operation, row.operation) &&
    (key === undefined || key === row.key.id || key === row.key.name) &&
    (client === undefined || row.client === client || row.client?.startsWith(`${client} `) === true) &&
    (notice === undefined || row.notices.includes(notice)) &&
    (slow === undefined || (row.millis ?? 0) >= Number(slow) * 1000) &&
    (cost === undefined || (row.costMicros ?? -1) >= Number(cost) * 1_000_000) &&
    (status === undefined || fitsStatus(row, status))
  )
}

/** True if a request that runs fits the words that are about its beginning, and there are no others. */
export function mayFit(request: Partial<RequestRow>, parameters: Readonly<Partial<Record<FilterWord, string>>>): boolean {
  const { status, notice, slow, cost, client } = parameters
  if ([status, notice, slow, cost, client].some((word) => word !== undefined)) return false
  const { id = '', at = '', key = { id: '' }, operation = '', model = '', format = '', ...rest } = request
  return fitsFilter(
    { stream: false, attempts: 0, tokens: {}, estimated: false, notices: [], ...rest, id, at, key, operation, model, format },
    parameters,
  )
}

function fitsStatus({ status, outcome }: RequestRow, wanted: string): boolean {
  // A client that left is no failure of the gateway.
  const wentWell = outcome === 'ok' || outcome === 'cancelled'
  if (wanted === 'ok') return wentWell
  if (wanted === 'error') return !wentWell
  return wanted.endsWith('xx') ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted
}

/** Longest value that is put into an address. */
const longestValue = 500

/** True if a text of others can be the value of a filter word. */
export function isFilterValue(text: string): boolean {
  return text !== '' && text.length <= longestValue && !text.includes('"')
}

import { isJsonObject } from '@interlingua/core'
import type { Failure } from '@interlingua/core'
import type { Directives } from '../read-directives.ts'
import { refuse } from '../rules/refuse.ts'
import { readModel } from '../vendor/model-facts.ts'
import { printRefusal } from '../vendor/print-refusal.ts'
import { vendorOf } from '../vendor/vendor-of.ts'
import { vendorRefusals } from '../vendor/vendor-refusals.ts'
import type { VendorRefusal } from '../vendor/vendor-refusals.ts'
import type { JudgedFormat, Vendor } from '../vendor/vendor-rule.ts'
import { isVendor } from '../vendor/vendors.ts'
import type { Exchange } from './exchange.ts'
import { requestIdOf } from './request-id-of.ts'
import { sendJson } from './send-json.ts'
import type { ServedDialect } from './served-dialect.ts'

/** A refusal that the model's vendor would send, in its own document. */
export interface Refusal {
  readonly status: number
  readonly rule: string
  readonly document: unknown
}

const judged: ReadonlySet<string> = new Set<JudgedFormat>(['messages', 'chat', 'responses', 'contents'])
/** What a count does not have, and what it therefore cannot break. */
const ofAnswers: ReadonlySet<string> = new Set(['A10', 'A37'])

/** Why a directive that names a vendor cannot be obeyed. */
export function checkVendorDirective(directives: Directives): Failure | undefined {
  const word = directives.get('vendor')?.words[0]
  return word === undefined || word === 'none' || isVendor(word) ? undefined : refuse(`Unknown demo vendor: ${word}`)
}

/** What the vendor of the model would refuse; undefined: nothing, or nobody wants to know. */
export function refusalOf(
  { state, headers, requestId }: Exchange,
  { format }: ServedDialect,
  model: string,
  body: unknown,
  directives: Directives,
  errand: 'generate' | 'count' = 'generate',
): Refusal | undefined {
  const word = directives.get('vendor')?.words[0]
  if (!isJudged(format) || !isJsonObject(body) || word === 'none' || (!state.vendorRules && word === undefined)) return undefined
  const named: Vendor | undefined = word !== undefined && isVendor(word) ? word : serverOf(format, state.chatDialect, directives)
  const counted = errand === 'count' && format === 'messages' ? { max_tokens: 1, ...body } : body
  const found = vendorRefusals(format, model, counted, { headers, ...(named && { vendor: named }) })
  const first: VendorRefusal | undefined = errand === 'count' ? found.find(({ rule }) => !ofAnswers.has(rule)) : found[0]
  if (first === undefined) return undefined
  const vendor = named ?? vendorOf(format, readModel(model))
  return { status: first.status, rule: first.rule, document: printRefusal(format, vendor, first, requestId) }
}

/** Sends it, with the number of the rule in a header: for people who wonder. */
export function sendRefusal(exchange: Exchange, dialect: ServedDialect, { status, rule, document }: Refusal): void {
  sendJson(exchange, status, document, { ...requestIdOf(exchange, dialect), 'x-demo-rule': rule })
}

/** Whether a model's id is some vendor's: its own words come before those of the demo then. */
export function isVendorModel(model: string): boolean {
  return readModel(model).family !== undefined
}

function isJudged(format: string): format is JudgedFormat {
  return judged.has(format)
}

/** The server that the words of the directive `dialect` play. */
function serverOf(format: string, always: readonly string[], directives: Directives): Vendor | undefined {
  const words = [...always, ...(directives.get('dialect')?.words ?? [])].map((word) => word.replace('llama-cpp', 'llamacpp'))
  if (format !== 'chat' || words.length === 0) return undefined
  return words.find(isVendor) ?? 'other'
}

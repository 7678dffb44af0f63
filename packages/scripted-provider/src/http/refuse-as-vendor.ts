import { isJsonObject } from '@interlingua/core'
import type { Failure } from '@interlingua/core'
import type { Directives } from '../read-directives.ts'
import { refuse } from '../rules/refuse.ts'
import { readModel } from '../vendor/model-facts.ts'
import { encodeRefusal } from '../vendor/encode-refusal.ts'
import { vendorOf } from '../vendor/vendor-of.ts'
import { vendorRefusals } from '../vendor/vendor-refusals.ts'
import type { VendorRefusal } from '../vendor/vendor-refusals.ts'
import type { JudgedFormat, Vendor } from '../vendor/vendor-rule.ts'
import { isVendor } from '../vendor/vendors.ts'
import type { DemoRequest } from './demo-request.ts'
import { requestIdOf } from './request-id-of.ts'
import { sendJson } from './send-json.ts'
import type { ServedDialect } from './served-dialect.ts'

/** A refusal in the error document of the model's vendor. */
export interface Refusal {
  readonly status: number
  readonly rule: string
  readonly document: unknown
}

const judged: ReadonlySet<string> = new Set<JudgedFormat>(['messages', 'chat', 'responses', 'contents'])
/** The rules about fields that a count does not have. */
const ofAnswers: ReadonlySet<string> = new Set(['A10', 'A37'])

/** The failure of a directive that names an unknown vendor; `undefined` for a known one. */
export function checkVendorDirective(directives: Directives): Failure | undefined {
  const word = directives.get('vendor')?.words[0]
  return word === undefined || word === 'none' || isVendor(word) ? undefined : refuse(`Unknown demo vendor: ${word}`)
}

/** The refusal that the model's vendor would send; `undefined` for a legal request, or where the vendor's rules are off. */
export function refusalOf(
  { state, headers, requestId }: DemoRequest,
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
  return { status: first.status, rule: first.rule, document: encodeRefusal(format, vendor, first, requestId) }
}

/** Sends a refusal, with the number of its rule in the header `x-demo-rule`. */
export function sendRefusal(demoRequest: DemoRequest, dialect: ServedDialect, { status, rule, document }: Refusal): void {
  sendJson(demoRequest, status, document, { ...requestIdOf(demoRequest, dialect), 'x-demo-rule': rule })
}

/** True for the id of a vendor's model, for which the vendor's refusals precede those of the demo. */
export function isVendorModel(model: string): boolean {
  return readModel(model).family !== undefined
}

function isJudged(format: string): format is JudgedFormat {
  return judged.has(format)
}

/** The server that the directive `dialect` names. */
function serverOf(format: string, always: readonly string[], directives: Directives): Vendor | undefined {
  const words = [...always, ...(directives.get('dialect')?.words ?? [])].map((word) => word.replace('llama-cpp', 'llamacpp'))
  if (format !== 'chat' || words.length === 0) return undefined
  return words.find(isVendor) ?? 'other'
}

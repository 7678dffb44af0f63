import type { JsonObject, Pointer } from '@interlingua/core'
import { readBody } from './google/read-body.ts'
import { readModel } from './model-facts.ts'
import { rulesOf } from './rules-of.ts'
import type { Flaw, Judged, JudgedFormat, Vendor, VendorRule } from './vendor-rule.ts'
import { vendorOf } from './vendor-of.ts'

/** One reason for which a vendor would refuse a request, in its own words. */
export interface VendorRefusal extends Flaw {
  /** The number of the rule: `A12`, `O5`, `D-M3`. */
  readonly rule: string
  readonly path: Pointer
  readonly status: number
}

/** How a request came, beside its body. */
export interface VendorRefusalOptions {
  /** Whose server it is, where the model's id does not tell: `groq`, `lmstudio`, `vertex`. */
  readonly vendor?: Vendor
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Which of the rules hold that are inferred only (confidence L); default none. */
  readonly inferred?: readonly string[]
}

/**
 * All reasons for which the vendor of a model would refuse a request: none, it would be taken. `model` is the id that the vendor gets; `body` is
 * the wire body. Written from the vendors' own tables and pages alone. Of an id that is no vendor's (`demo-chat`) only those rules hold that
 * hold for every model of the format.
 */
export function vendorRefusals(
  format: JudgedFormat,
  model: string,
  body: JsonObject,
  options: VendorRefusalOptions = {},
): readonly VendorRefusal[] {
  const facts = readModel(model)
  const vendor = options.vendor ?? vendorOf(format, facts)
  const asked: Judged = {
    format,
    vendor,
    model: facts,
    body: format === 'contents' ? inCamelCase(body) : body,
    headers: options.headers ?? {},
  }
  return rulesOf(asked)
    .filter((rule) => isOn(rule, options) && rule.holds(asked))
    .flatMap((rule) => [...rule.flaws(asked)].map((flaw) => ({ status: 400, ...flaw, rule: rule.id })))
}

function isOn({ id, confidence }: VendorRule, { inferred = [] }: VendorRefusalOptions): boolean {
  return confidence !== 'L' || inferred.includes(id)
}

/** Google takes keys in snake case too. */
function inCamelCase(body: JsonObject): JsonObject {
  const read = readBody({ body })
  return 'body' in read ? (read.body as JsonObject) : body // a body that was read holds JSON alone
}

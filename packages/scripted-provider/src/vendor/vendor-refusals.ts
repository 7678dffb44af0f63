import type { JsonObject, Pointer } from '@interlingua/core'
import { readBody } from './google/read-body.ts'
import { readModel } from './model-facts.ts'
import { rulesOf } from './rules-of.ts'
import type { Issue, Judged, JudgedFormat, Vendor, VendorRule } from './vendor-rule.ts'
import { vendorOf } from './vendor-of.ts'

/** A reason for which a vendor would refuse a request, in the vendor's wording. */
export interface VendorRefusal extends Issue {
  /** The number of the rule: `A12`, `O5`, `D-M3`. */
  readonly rule: string
  readonly path: Pointer
  readonly status: number
}

/** The circumstances of a request, beside its body. */
export interface VendorRefusalOptions {
  /** The vendor of the server, where the model's id does not tell: `groq`, `lmstudio`, `vertex`. */
  readonly vendor?: Vendor
  /** The headers, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** The ids of the inferred rules (confidence L) that apply; by default none. */
  readonly inferred?: readonly string[]
}

/**
 * The reasons for which a model's vendor would refuse a request, by the vendors' own tables and pages; an empty list for a legal request.
 * `model` is the id that the vendor gets and `body` the wire body; for an id of no vendor (`demo-chat`) only the rules for every model of
 * the format apply.
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
    .flatMap((rule) => [...rule.issues(asked)].map((issue) => ({ status: 400, ...issue, rule: rule.id })))
}

function isOn({ id, confidence }: VendorRule, { inferred = [] }: VendorRefusalOptions): boolean {
  return confidence !== 'L' || inferred.includes(id)
}

/** The body in camel case, since Google takes keys in snake case too. */
function inCamelCase(body: JsonObject): JsonObject {
  const read = readBody({ body })
  return 'body' in read ? (read.body as JsonObject) : body // a body that was read holds JSON alone
}

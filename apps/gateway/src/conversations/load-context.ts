import type { Json } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { outputItems } from './output-items.ts'
import { readKeptResponse, type Reference } from './kept-response.ts'
import { kinds } from './kinds.ts'
import { readLot } from './lot.ts'

/** The items behind references, in their order; `undefined` where one of them is gone. What will be gone soon is kept for longer: it is in use. */
export async function loadContext(exchange: Exchange, references: readonly Reference[]): Promise<readonly Json[] | undefined> {
  const found = new Map<Reference, StoredDocument>()
  for (const kind of [kinds.response, kinds.items]) {
    const ids = references.filter((reference) => reference.startsWith(`${kind}/`)).map((reference) => reference.slice(kind.length + 1))
    if (ids.length === 0) continue
    const documents = await exchange.gateway.store.documents.getMany(kind, ids, Date.now())
    for (const document of documents) found.set(`${kind}/${document.id}`, document)
  }
  const items: Json[] = []
  for (const reference of references) {
    const document = found.get(reference)
    if (document === undefined) return undefined
    items.push(...itemsOf(document))
  }
  await keepLonger(exchange, [...found.values()])
  return items
}

function itemsOf(document: StoredDocument): readonly Json[] {
  if (document.kind === kinds.items) return readLot(document).items
  const { input, response } = readKeptResponse(document)
  return [...input, ...outputItems(response)]
}

/** Parts of the time for which something is kept, in which it is written at most once that it was used. */
const steps = 30

/** What goes on from them is kept for its whole time, and so must they be. Not again for each turn: a day is a thirtieth of a month. */
async function keepLonger({ gateway }: Exchange, documents: readonly StoredDocument[]): Promise<void> {
  const { retention } = gateway.responses
  const now = Date.now()
  const due = documents.filter(({ expiresAt = Infinity }) => expiresAt - now < retention - retention / steps)
  for (const kind of new Set(due.map((document) => document.kind))) {
    const ids = due.filter((document) => document.kind === kind).map(({ id }) => id)
    await gateway.store.documents.prolong(kind, ids, now + retention)
  }
}

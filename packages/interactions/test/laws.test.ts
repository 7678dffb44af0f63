import {
  accumulateInteractionsStream,
  checkInteractionsRequest,
  checkInteractionsResponse,
  checkInteractionsStream,
  describeAdapterLaws,
} from '@interlingua/testkit'
import { interactions as edge } from '../src/edge.ts'
import { interactions, notice } from '../src/index.ts'
import { runs } from '../../../tools/runs.ts'
import { recordings } from './corpus.ts'
import { samples } from './samples.ts'

const unknown = 'a stream with what nobody knows'

describeAdapterLaws(interactions, {
  strict: true,
  edge,
  declared: [notice],
  corpus: [...samples, ...recordings],
  carriesCore: true,
  checkRequest: checkInteractionsRequest,
  checkResponse: checkInteractionsResponse,
  checkStream: checkInteractionsStream,
  // The last event tells when the answer was made, and a reader has begun it by then.
  // Members of events that the format does not have are in no document.
  documentOf: (text, { id }) => (id === unknown ? undefined : withoutTime(accumulateInteractionsStream(text))),
  runs: runs(300).numRuns,
})

function withoutTime(document: unknown): unknown {
  if (typeof document !== 'object' || document === null) return document
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== 'created'))
}

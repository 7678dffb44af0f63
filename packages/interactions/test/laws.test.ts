import { checkInteractionsRequest, checkInteractionsResponse, checkInteractionsStream, describeAdapterLaws } from '@interlingua/testkit'
import { interactions as edge } from '../src/edge.ts'
import { interactions, notice } from '../src/index.ts'
import { runs } from '../../../tools/runs.ts'
import { recordings } from './corpus.ts'
import { samples } from './samples.ts'

describeAdapterLaws(interactions, {
  strict: true,
  edge,
  declared: [notice],
  corpus: [...samples, ...recordings],
  carriesCore: true,
  checkRequest: checkInteractionsRequest,
  checkResponse: checkInteractionsResponse,
  checkStream: checkInteractionsStream,
  runs: runs(300).numRuns,
})

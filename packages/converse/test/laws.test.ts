import { checkConverseRequest, checkConverseResponse, checkConverseStream, describeAdapterLaws } from '@interlingua/testkit'
import { converse as edge } from '../src/edge.ts'
import { converse, notice } from '../src/index.ts'
import { runs } from '../../../tools/runs.ts'
import { recordings } from './corpus.ts'
import { samples } from './samples.ts'

describeAdapterLaws(converse, {
  strict: true,
  edge,
  declared: [notice],
  corpus: [...samples, ...recordings],
  carriesCore: true,
  checkRequest: checkConverseRequest,
  checkResponse: checkConverseResponse,
  checkStream: checkConverseStream,
  runs: runs(300).numRuns,
})

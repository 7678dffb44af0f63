import {
  accumulateMessagesStream,
  checkMessagesRequest,
  checkMessagesResponse,
  checkMessagesStream,
  describeAdapterLaws,
} from '@interlingua/testkit'
import { messages as edge } from '../src/edge.ts'
import { messages, notice } from '../src/index.ts'
import { samples } from './samples.ts'
import { runs } from '../../../tools/runs.ts'

describeAdapterLaws(messages, {
  strict: true,
  declared: [notice],
  corpus: samples,
  edge,
  carriesCore: true,
  documentOf: accumulateMessagesStream,
  checkRequest: checkMessagesRequest,
  checkResponse: checkMessagesResponse,
  checkStream: checkMessagesStream,
  runs: runs(300).numRuns,
})

import {
  accumulateMessagesStream,
  checkMessagesRequest,
  checkMessagesResponse,
  checkMessagesStream,
  describeAdapterLaws,
} from '@interlingua/testkit'
import { messages, notice } from '../src/index.ts'
import { samples } from './samples.ts'
import { runs } from '../../../tools/runs.ts'

describeAdapterLaws({
  adapter: messages,
  declared: [notice],
  samples,
  carriesCore: true,
  documentOf: accumulateMessagesStream,
  checkRequest: checkMessagesRequest,
  checkResponse: checkMessagesResponse,
  checkStream: checkMessagesStream,
  runs: runs(300).numRuns,
})

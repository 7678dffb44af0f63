import { accumulateChatStream, checkChatRequest, checkChatResponse, checkChatStream, describeAdapterLaws } from '@interlingua/testkit'
import { chat as edge } from '../src/edge.ts'
import { chat, notice } from '../src/index.ts'
import { asked } from './asked.ts'
import { samples } from './samples.ts'
import { runs } from '../../../tools/runs.ts'

describeAdapterLaws(chat, {
  strict: true,
  declared: [notice],
  corpus: samples,
  edge,
  asked,
  unordered: true,
  carriesCore: true,
  documentOf: accumulateChatStream,
  checkRequest: checkChatRequest,
  checkResponse: checkChatResponse,
  checkStream: checkChatStream,
  runs: runs(300).numRuns,
})

import {
  accumulateResponsesStream,
  checkResponsesRequest,
  checkResponsesResponse,
  checkResponsesStream,
  describeAdapterLaws,
} from '@interlingua/testkit'
import { responses as edge } from '../src/edge.ts'
import { notice, responses } from '../src/index.ts'
import { answerSamples } from './answer-samples.ts'
import { requestSamples } from './request-samples.ts'
import { runs } from '../../../tools/runs.ts'

describeAdapterLaws(responses, {
  strict: true,
  declared: [notice],
  corpus: [...requestSamples, ...answerSamples],
  edge,
  carriesCore: true,
  documentOf: accumulateResponsesStream,
  checkRequest: checkResponsesRequest,
  checkResponse: checkResponsesResponse,
  checkStream: checkResponsesStream,
  runs: runs(300).numRuns,
})

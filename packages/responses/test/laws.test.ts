import {
  accumulateResponsesStream,
  checkResponsesRequest,
  checkResponsesResponse,
  checkResponsesStream,
  describeAdapterLaws,
} from '@interlingua/testkit'
import { notice, responses } from '../src/index.ts'
import { answerSamples } from './answer-samples.ts'
import { requestSamples } from './request-samples.ts'
import { runs } from '../../../tools/runs.ts'

describeAdapterLaws({
  adapter: responses,
  declared: [notice],
  samples: [...requestSamples, ...answerSamples],
  carriesCore: true,
  documentOf: accumulateResponsesStream,
  checkRequest: checkResponsesRequest,
  checkResponse: checkResponsesResponse,
  checkStream: checkResponsesStream,
  runs: runs(300).numRuns,
})

import {
  accumulateContentsStream,
  checkContentsRequest,
  checkContentsResponse,
  checkContentsStream,
  describeAdapterLaws,
} from '@interlingua/testkit'
import { contents, notice } from '../src/index.ts'
import { answerSamples } from './samples.ts'

describeAdapterLaws({
  adapter: contents,
  declared: [notice],
  samples: answerSamples,
  carriesCore: true,
  documentOf: accumulateContentsStream,
  checkRequest: checkContentsRequest,
  checkResponse: checkContentsResponse,
  checkStream: checkContentsStream,
  runs: 300,
})

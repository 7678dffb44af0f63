import {
  accumulateContentsStream,
  checkContentsRequest,
  checkContentsResponse,
  checkContentsStream,
  describeAdapterLaws,
} from '@interlingua/testkit'
import { contents, notice } from '../src/index.ts'
import { answerSamples } from './samples.ts'
import { runs } from '../../../tools/runs.ts'

describeAdapterLaws(contents, {
  strict: true,
  declared: [notice],
  corpus: answerSamples,
  carriesCore: true,
  documentOf: accumulateContentsStream,
  checkRequest: checkContentsRequest,
  checkResponse: checkContentsResponse,
  checkStream: checkContentsStream,
  runs: runs(300).numRuns,
})

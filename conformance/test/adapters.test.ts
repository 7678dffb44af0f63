import { describeAdapterLaws } from '@interlingua/testkit'
import { declared } from '../src/declared.ts'
import { formatIds, formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { runs } from '../../tools/runs.ts'

// The adapters' own suites run on their own samples; this one adds the target checkers, the accumulators, this project's examples, and more
// cases.
for (const id of formatIds) {
  const { adapter, unordered, asked, documentOf, checkRequest, checkResponse, checkStream } = formats[id]
  describeAdapterLaws(adapter, {
    strict: true,
    unordered,
    asked,
    documentOf,
    checkRequest,
    checkResponse,
    checkStream,
    carriesCore: true,
    declared,
    corpus: ownCorpus(id),
    runs: runs(500).numRuns,
  })
}

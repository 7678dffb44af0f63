import { phraseMisfit } from '../../contents/phrase-misfit.ts'
import { googleAddress } from '../google-address.ts'
import { sendDocument } from '../send-document.ts'
import { googleFace } from './google-face.ts'
import { jsonOf } from './json-of.ts'
import type { MediaDialect } from './media-dialect.ts'
import { predictEmbeddings } from './predict-embeddings.ts'

/** `:predict`, which is whatever its model is for: with a `prompt` an image model, else an embedding model. */
export const googlePredict: MediaDialect = {
  ...googleFace,
  format: 'vertex-predict',
  models: { 'demo-vertex-predict': 'predict' },
  serves: (path) => googleAddress(path)?.method === 'predict',
  phrase: (misfit) => phraseMisfit(misfit, 'PredictRequest'),
  read(json, exchange) {
    const { prompt, write } = predictEmbeddings(jsonOf(json))
    return { prompt, answer: (directives) => sendDocument(exchange, googlePredict, write(), directives) }
  },
}

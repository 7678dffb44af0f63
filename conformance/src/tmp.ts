import { foldEvents } from '@interlingua/core'
import { createTestContext, readStream, writeStream, translateStreamText, answerTranslation } from '@interlingua/testkit'
import { formats } from './formats.ts'
import { recordedCorpus } from './recorded-corpus.ts'
import { pairOf } from './pair-of.ts'
const [id, what] = process.argv.slice(2)
for (const s of recordedCorpus()) for (const x of s.exchanges ?? []) if (x.id.includes(id!) && x.stream) {
  const f = formats[s.format]; const { context } = createTestContext()
  const ev = readStream(f.adapter, [x.stream], context)
  if (what === 'fold') console.log(JSON.stringify(foldEvents(ev), null, 1))
  if (what === 'events') console.log(ev.map((e) => JSON.stringify(e)).join('\n'))
  if (what === 'written') console.log(writeStream(f.adapter, ev, context, f.asked))
  if (what === 'doc') console.log(JSON.stringify(f.documentOf(x.stream), null, 1))
  if (what === 'dec') console.log(JSON.stringify(f.adapter.decodeResponse(f.adapter.parseResponse({ status: 200, headers: {}, body: f.documentOf(x.stream) as any }, context), context), null, 1))
  if (what === 'trans') console.log(translateStreamText(pairOf(s.format, s.other), [x.stream], formats[s.other].asked).text)
  if (what === 'transdoc') console.log(JSON.stringify(answerTranslation(pairOf(s.format, s.other))(f.documentOf(x.stream)), null, 1))
  if (what === 'raw') console.log(x.stream)
}

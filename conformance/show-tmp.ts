import { ownCorpus } from './src/own-corpus.ts'
import { pairOf } from './src/pair-of.ts'
import { translateCase } from './src/translate-case.ts'
const [, , f, t, name] = process.argv as any
for (const x of ownCorpus(f))
  if (x.id === f + '/' + name)
    for (const c of translateCase(x, pairOf(f, t)))
      console.log(
        c.what,
        c.refused ?? '',
        c.notices.map((n: any) => n.code + ' ' + n.path + ' ' + n.kind).join('\n   '),
        process.argv[5] ? JSON.stringify(c.output, null, 1) : '',
      )

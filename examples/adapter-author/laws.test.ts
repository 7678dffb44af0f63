import { describeAdapterLaws } from '@interlingua/testkit'
import { parley } from './adapter.ts'
import { notice } from './notices.ts'

const request = {
  model: 'parley-1',
  lines: [
    { by: 'rule', say: 'Be brief.' },
    { by: 'caller', say: 'Good morning!', mood: 'bright' },
    { by: 'ghost', say: 'Boo.' },
  ],
  most: 40,
  live: true,
  colour: { of: 'night' },
}

describeAdapterLaws(parley, {
  strict: true,
  declared: [notice],
  runs: 100,
  corpus: [
    {
      id: 'an answer',
      format: 'parley',
      path: '/parley',
      request,
      status: 200,
      response: {
        ticket: 't1',
        model: 'parley-1',
        say: 'Good morning to you.',
        why: 'finished',
        tokens: { in: 9, out: 5 },
        weather: 'dry',
      },
    },
    {
      id: 'a stream',
      format: 'parley',
      path: '/parley',
      request,
      status: 200,
      stream: ['{"ticket":"t2","model":"parley-1"}', '{"more":"Good "}', '{"more":"morning."}', '{"why":"cut","tokens":{"in":9,"out":3}}']
        .map((data) => `data: ${data}\n\n`)
        .join(''),
    },
    { id: 'a failure', format: 'parley', path: '/parley', request, status: 529, response: { problem: 'busy', words: 'come back later' } },
  ],
})

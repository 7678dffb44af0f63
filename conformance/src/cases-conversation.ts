import { hello, pdf, png, requests, turn, user } from './case-documents.ts'
import type { EquivalenceCase } from './equivalence-case.ts'

const { messages: m, chat: c, responses: r, contents: g } = requests
const text = (said: string) => ({ type: 'text', text: said })
const input = (said: string) => ({ type: 'input_text', text: said })
const both = [text('Be brief.'), text('Be kind.')]
const file = { filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` }

/** Cells for instructions, turns and parts: sections 2.2 and 2.3. */
export const conversationCases: readonly EquivalenceCase[] = [
  {
    equivalence: '2.2 leading instruction blocks',
    spelled: {
      messages: m({ system: both }),
      chat: c({ messages: [{ role: 'system', content: both }, hello] }),
      responses: r({ input: [{ role: 'system', content: both.map(({ text: said }) => input(said)) }, hello] }),
      contents: g({ systemInstruction: turn('user', { text: 'Be brief.' }, { text: 'Be kind.' }) }),
    },
  },
  {
    equivalence: '2.2 system and developer told apart',
    spelled: {
      chat: c({ messages: [{ role: 'system', content: 'Be brief.' }, { role: 'developer', content: 'Be kind.' }, hello] }),
      responses: r({ input: [{ role: 'system', content: 'Be brief.' }, { role: 'developer', content: 'Be kind.' }, hello] }),
    },
  },
  {
    equivalence: '2.2 an instruction in mid-conversation',
    spelled: {
      messages: m({ messages: [hello, { role: 'system', content: 'Rhyme.' }, { role: 'assistant', content: 'Hi.' }, user('Go on.')] }),
      chat: c({ messages: [hello, { role: 'system', content: 'Rhyme.' }, { role: 'assistant', content: 'Hi.' }, user('Go on.')] }),
      responses: r({ input: [hello, { role: 'system', content: 'Rhyme.' }, { role: 'assistant', content: 'Hi.' }, user('Go on.')] }),
    },
  },
  {
    equivalence: '2.3 text of several turns',
    spelled: {
      messages: m({ messages: [user([text('a'), text('b')]), { role: 'assistant', content: 'c' }, user('d')] }),
      chat: c({ messages: [user([text('a'), text('b')]), { role: 'assistant', content: 'c' }, user('d')] }),
      responses: r({ input: [user([input('a'), input('b')]), { role: 'assistant', content: 'c' }, user('d')] }),
      contents: g({ contents: [turn('user', { text: 'a' }, { text: 'b' }), turn('model', { text: 'c' }), turn('user', { text: 'd' })] }),
    },
  },
  {
    equivalence: '2.3 image inline',
    spelled: {
      messages: m({ messages: [user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }])] }),
      chat: c({ messages: [user([{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }])] }),
      responses: r({ input: [user([{ type: 'input_image', image_url: `data:image/png;base64,${png}` }])] }),
      contents: g({ contents: [turn('user', { inlineData: { mimeType: 'image/png', data: png } })] }),
    },
  },
  {
    equivalence: '2.1 detail of an image',
    spelled: {
      chat: c({ messages: [user([{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'low' } }])] }),
      responses: r({ input: [user([{ type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'low' }])] }),
      contents: g({
        contents: [turn('user', { inlineData: { mimeType: 'image/png', data: png }, mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' } })],
      }),
    },
  },
  {
    equivalence: '2.3 image by URL',
    spelled: {
      messages: m({ messages: [user([{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }])] }),
      chat: c({ messages: [user([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }])] }),
      responses: r({ input: [user([{ type: 'input_image', image_url: 'https://example.com/a.png' }])] }),
    },
  },
  {
    equivalence: '2.3 PDF inline',
    spelled: {
      messages: m({ messages: [user([{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }])] }),
      contents: g({ contents: [turn('user', { inlineData: { mimeType: 'application/pdf', data: pdf } })] }),
    },
  },
  {
    equivalence: '2.3 PDF inline with the name that OpenAI demands',
    spelled: {
      chat: c({ messages: [user([{ type: 'file', file }])] }),
      responses: r({ input: [user([{ type: 'input_file', ...file }])] }),
    },
  },
  {
    equivalence: '2.3 PDF inline without a name',
    spelled: {
      messages: m({ messages: [user([{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }])] }),
      chat: c({ messages: [user([{ type: 'file', file: { file_data: file.file_data } }])] }),
      responses: r({ input: [user([{ type: 'input_file', file_data: file.file_data }])] }),
      contents: g({ contents: [turn('user', { inlineData: { mimeType: 'application/pdf', data: pdf } })] }),
    },
    only: ['chat>messages', 'responses>messages', 'chat>contents', 'responses>contents'],
  },
  {
    equivalence: '2.3 PDF by URL',
    spelled: {
      messages: m({ messages: [user([{ type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } }])] }),
      responses: r({ input: [user([{ type: 'input_file', file_url: 'https://example.com/a.pdf' }])] }),
    },
  },
  {
    equivalence: '2.3 a file of one vendor',
    spelled: {
      chat: c({ messages: [user([{ type: 'file', file: { file_id: 'file-1' } }])] }),
      responses: r({ input: [user([{ type: 'input_file', file_id: 'file-1' }])] }),
    },
  },
  {
    equivalence: '2.3 audio in',
    spelled: {
      chat: c({ messages: [user([{ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }])] }),
      contents: g({ contents: [turn('user', { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } })] }),
    },
  },
  {
    equivalence: '2.3 a refusal that was said',
    spelled: {
      chat: c({ messages: [hello, { role: 'assistant', content: null, refusal: 'No.' }, user('Why?')] }),
      responses: r({
        input: [
          hello,
          { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
          user('Why?'),
        ],
      }),
    },
  },
]

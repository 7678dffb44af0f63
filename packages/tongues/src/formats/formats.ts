import { createAwsReader } from '../framing/aws-events.ts'
import { createEventReader } from '../sse/read-events.ts'
import * as chatAnswer from './chat/answer.ts'
import * as chatRead from './chat/read-request.ts'
import * as chatRefuses from './chat/refuses.ts'
import * as chatStream from './chat/stream.ts'
import * as chatWrite from './chat/write-request.ts'
import * as contentsAnswer from './contents/answer.ts'
import * as contentsFailure from './contents/failure.ts'
import * as contentsRead from './contents/read-request.ts'
import * as contentsRefuses from './contents/refuses.ts'
import * as contentsStream from './contents/stream.ts'
import * as contentsWrite from './contents/write-request.ts'
import * as converseAnswer from './converse/answer.ts'
import * as converseRequest from './converse/request.ts'
import * as converseStream from './converse/stream.ts'
import type { Format, Framing } from './format.ts'
import type { FormatId } from './gist.ts'
import * as interactionsAnswer from './interactions/answer.ts'
import * as interactionsRequest from './interactions/request.ts'
import * as interactionsStream from './interactions/stream.ts'
import * as messagesAnswer from './messages/answer.ts'
import * as messagesFailure from './messages/failure.ts'
import * as messagesRead from './messages/read-request.ts'
import * as messagesRefuses from './messages/refuses.ts'
import * as messagesStream from './messages/stream.ts'
import * as messagesWrite from './messages/write-request.ts'
import * as openAiFailure from './openai-failure.ts'
import * as responsesAnswer from './responses/answer.ts'
import * as responsesRead from './responses/read-request.ts'
import * as responsesRefuses from './responses/refuses.ts'
import * as responsesStream from './responses/stream.ts'
import * as responsesWrite from './responses/write-request.ts'

const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` })

const events: Framing = { contentType: 'text/event-stream', encoding: 'utf8', createReader: createEventReader }
const awsEvents: Framing = { contentType: 'application/vnd.amazon.eventstream', encoding: 'latin1', createReader: createAwsReader }

/** The four formats that are scored, and the two of the drafts. */
export const formats: Readonly<Record<FormatId, Format>> = {
  M: {
    id: 'M',
    name: 'Anthropic Messages',
    auth: (key) => ({ 'x-api-key': key }),
    writeRequest: messagesWrite.writeRequest,
    writeCount: messagesWrite.writeCount,
    readRequest: messagesRead.readRequest,
    writeAnswer: messagesAnswer.writeAnswer,
    readAnswer: messagesAnswer.readAnswer,
    writeFailure: messagesFailure.writeFailure,
    readFailure: messagesFailure.readFailure,
    framing: events,
    createReader: messagesStream.createReader,
    createWriter: messagesStream.createWriter,
    refuses: messagesRefuses.refuses,
  },
  R: {
    id: 'R',
    name: 'OpenAI Responses',
    auth: bearer,
    writeRequest: responsesWrite.writeRequest,
    writeCount: responsesWrite.writeCount,
    readRequest: responsesRead.readRequest,
    writeAnswer: responsesAnswer.writeAnswer,
    readAnswer: responsesAnswer.readAnswer,
    writeFailure: openAiFailure.writeFailure,
    readFailure: openAiFailure.readFailure,
    framing: events,
    createReader: responsesStream.createReader,
    createWriter: responsesStream.createWriter,
    refuses: responsesRefuses.refuses,
  },
  C: {
    id: 'C',
    name: 'OpenAI Chat Completions',
    auth: bearer,
    writeRequest: chatWrite.writeRequest,
    writeCount: chatWrite.writeCount,
    readRequest: chatRead.readRequest,
    writeAnswer: chatAnswer.writeAnswer,
    readAnswer: chatAnswer.readAnswer,
    writeFailure: openAiFailure.writeFailure,
    readFailure: openAiFailure.readFailure,
    framing: events,
    createReader: chatStream.createReader,
    createWriter: chatStream.createWriter,
    refuses: chatRefuses.refuses,
  },
  G: {
    id: 'G',
    name: 'Gemini generateContent',
    auth: (key) => ({ 'x-goog-api-key': key }),
    writeRequest: contentsWrite.writeRequest,
    writeCount: contentsWrite.writeCount,
    readRequest: contentsRead.readRequest,
    writeAnswer: contentsAnswer.writeAnswer,
    readAnswer: contentsAnswer.readAnswer,
    writeFailure: contentsFailure.writeFailure,
    readFailure: contentsFailure.readFailure,
    framing: events,
    createReader: contentsStream.createReader,
    createWriter: contentsStream.createWriter,
    refuses: contentsRefuses.refuses,
  },
  I: {
    id: 'I',
    name: 'Gemini Interactions',
    auth: (key) => ({ 'x-goog-api-key': key }),
    writeRequest: interactionsRequest.writeRequest,
    writeCount: interactionsRequest.writeCount,
    readRequest: interactionsRequest.readRequest,
    writeAnswer: interactionsAnswer.writeAnswer,
    readAnswer: interactionsAnswer.readAnswer,
    writeFailure: interactionsAnswer.writeFailure,
    readFailure: interactionsAnswer.readFailure,
    framing: events,
    createReader: interactionsStream.createReader,
    createWriter: interactionsStream.createWriter,
    refuses: interactionsRequest.refuses,
  },
  B: {
    id: 'B',
    name: 'Bedrock Converse',
    auth: bearer,
    writeRequest: converseRequest.writeRequest,
    writeCount: converseRequest.writeCount,
    readRequest: converseRequest.readRequest,
    writeAnswer: converseAnswer.writeAnswer,
    readAnswer: converseAnswer.readAnswer,
    writeFailure: converseAnswer.writeFailure,
    readFailure: converseAnswer.readFailure,
    framing: awsEvents,
    createReader: converseStream.createReader,
    createWriter: converseStream.createWriter,
    refuses: converseRequest.refuses,
  },
}

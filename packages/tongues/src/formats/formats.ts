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
import type { Format } from './format.ts'
import type { FormatId } from './gist.ts'
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

/** The four formats. */
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
    createReader: contentsStream.createReader,
    createWriter: contentsStream.createWriter,
    refuses: contentsRefuses.refuses,
  },
}

export { anthropic } from './anthropic.ts'
export { openaiChat } from './openai-chat.ts'
export { openaiResponses } from './openai-responses.ts'
export { gemini } from './gemini.ts'

export { responses as openaiResponses } from '@interlingua/responses/edge'

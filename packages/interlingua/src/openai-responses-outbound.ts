export { responses as openaiResponses } from '@interlingua/responses/outbound'

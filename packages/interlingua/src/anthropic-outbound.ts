export { messages as anthropic } from '@interlingua/messages/outbound'

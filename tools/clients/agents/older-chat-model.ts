/** Model for agents that send `max_tokens`, which OpenAI's newer models refuse on Chat Completions, with or without a gateway. */
export const olderChatModel = 'gpt-4.1'

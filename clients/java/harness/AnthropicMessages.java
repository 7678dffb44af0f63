import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.BadRequestException;
import com.anthropic.errors.InternalServerException;
import com.anthropic.errors.RateLimitException;
import com.anthropic.errors.UnauthorizedException;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.StopReason;
import com.anthropic.models.messages.ToolResultBlockParam;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class AnthropicMessages implements Client {
    private final AnthropicClient client;
    private final String model;

    AnthropicMessages(Connection to) {
        client = AnthropicOkHttpClient.builder()
            .baseUrl(to.url()).apiKey(to.key()).maxRetries(to.retries()).timeout(Duration.ofSeconds(30)).build();
        model = to.models().get("anthropic");
    }

    private MessageCreateParams.Builder asked() {
        return MessageCreateParams.builder().model(model).maxTokens(9000);
    }

    private Message create(MessageCreateParams asked) {
        return client.messages().create(asked).validate();
    }

    private static String textOf(Message message) {
        StringBuilder text = new StringBuilder();
        message.content().forEach(block -> block.text().ifPresent(told -> text.append(told.text())));
        return text.toString();
    }

    @Override
    public Answer ask(String prompt) {
        Message done = create(asked().addUserMessage(prompt).build());
        boolean finished = done.stopReason().get().equals(StopReason.END_TURN);
        return new Answer(textOf(done), finished, done.usage().inputTokens(), done.usage().outputTokens());
    }

    @Override
    public List<String> stream(String prompt, int stopAfter) {
        List<String> pieces = new ArrayList<>();
        boolean ended = false;
        try (StreamResponse<RawMessageStreamEvent> events = client.messages().createStreaming(asked().addUserMessage(prompt).build())) {
            for (RawMessageStreamEvent event : (Iterable<RawMessageStreamEvent>) events.stream()::iterator) {
                event.validate();
                ended = event.isMessageStop();
                if (event.isContentBlockDelta()) event.asContentBlockDelta().delta().text().ifPresent(delta -> pieces.add(delta.text()));
                if (stopAfter > 0 && pieces.size() >= stopAfter) return pieces;
            }
        }
        if (!ended) throw new IllegalStateException("it ended without message_stop");
        return pieces;
    }

    @Override
    public Loop loop(String prompt, boolean reasoning) throws Exception {
        List<Object> tools = new ArrayList<>();
        for (String name : RESULTS.keySet()) tools.add(Map.of("name", name, "input_schema", PARAMETERS));
        MessageCreateParams.Builder asked = asked().addUserMessage(prompt).putAdditionalBodyProperty("tools", JsonValue.from(tools));
        if (reasoning) asked.enabledThinking(2000);
        List<List<Call>> turns = Client.noTurns();
        while (turns.size() < 5) {
            MessageAccumulator whole = MessageAccumulator.create();
            try (StreamResponse<RawMessageStreamEvent> events = client.messages().createStreaming(asked.build())) {
                events.stream().forEach(event -> whole.accumulate(event.validate()));
            }
            Message message = whole.message().validate();
            List<Call> turn = new ArrayList<>();
            List<ContentBlockParam> results = new ArrayList<>();
            for (ContentBlock block : message.content()) {
                if (!block.isToolUse()) continue;
                var call = block.asToolUse();
                // Required, so its accessor throws where it is absent, though validate() lets that pass.
                if (!reasoning) call.caller();
                turn.add(new Call(call.name(), Client.cityOf(Main.JSON.writeValueAsString(call._input().convert(Map.class)))));
                results.add(ContentBlockParam.ofToolResult(
                    ToolResultBlockParam.builder().toolUseId(call.id()).content(RESULTS.get(call.name())).build()));
            }
            if (turn.isEmpty()) return new Loop(textOf(message), turns);
            turns.add(turn);
            asked.addMessage(message).addUserMessageOfContentBlockParams(results);
        }
        return new Loop("", turns);
    }

    @Override
    public String schema(String prompt) {
        Object config = Map.of("format", Map.of("type", "json_schema", "schema", PERSON));
        return textOf(create(asked().addUserMessage(prompt).putAdditionalBodyProperty("output_config", JsonValue.from(config)).build()));
    }

    @Override
    public String see(String prompt, String picture) {
        Object source = Map.of("type", "base64", "media_type", "image/png", "data", picture);
        Object content = List.of(Map.of("type", "image", "source", source), Map.of("type", "text", "text", prompt));
        Object messages = List.of(Map.of("role", "user", "content", content));
        return textOf(create(asked().messages(List.of()).putAdditionalBodyProperty("messages", JsonValue.from(messages)).build()));
    }

    @Override
    public boolean tells(String name, Throwable error) {
        return switch (name) {
            case "rate-limit" -> error instanceof RateLimitException told && told.headers().values("retry-after").contains("1");
            case "server-error" -> error instanceof InternalServerException;
            case "context" -> error instanceof BadRequestException told && told.getMessage().contains("prompt is too long");
            case "key" -> error instanceof UnauthorizedException;
            default -> false;
        };
    }
}

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.models.Reasoning;
import com.openai.models.ReasoningEffort;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseIncludable;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStatus;
import com.openai.models.responses.ResponseStreamEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class OpenAIResponses implements Client {
    private final OpenAIClient client;
    private final String model;

    OpenAIResponses(Connection to) {
        client = OpenAIChat.connect(to);
        model = to.models().get("openai");
    }

    private ResponseCreateParams.Builder asked() {
        return ResponseCreateParams.builder().model(model).store(false);
    }

    private static String textOf(Response response) {
        StringBuilder text = new StringBuilder();
        response.output().forEach(item -> item.message().ifPresent(
            message -> message.content().forEach(part -> part.outputText().ifPresent(told -> text.append(told.text())))));
        return text.toString();
    }

    @Override
    public Answer ask(String prompt) {
        Response done = client.responses().create(asked().input(prompt).build()).validate();
        boolean finished = done.status().get().equals(ResponseStatus.COMPLETED);
        return new Answer(textOf(done), finished, done.usage().get().inputTokens(), done.usage().get().outputTokens());
    }

    /** The events up to the end of the stream, each checked; the last must be response.completed. */
    private Response read(ResponseCreateParams asked, List<String> pieces, int stopAfter) {
        Response done = null;
        try (StreamResponse<ResponseStreamEvent> events = client.responses().createStreaming(asked)) {
            for (ResponseStreamEvent event : (Iterable<ResponseStreamEvent>) events.stream()::iterator) {
                event.validate();
                if (event.isError() || event.isFailed()) throw new IllegalStateException(event.toString());
                if (event.isOutputTextDelta()) pieces.add(event.asOutputTextDelta().delta());
                if (event.isCompleted()) done = event.asCompleted().response();
                if (stopAfter > 0 && pieces.size() >= stopAfter) return done;
            }
        }
        if (done == null) throw new IllegalStateException("it ended without response.completed");
        return done;
    }

    @Override
    public List<String> stream(String prompt, int stopAfter) {
        List<String> pieces = new ArrayList<>();
        read(asked().input(prompt).build(), pieces, stopAfter);
        return pieces;
    }

    @Override
    public Loop loop(String prompt, boolean reasoning) throws Exception {
        List<Object> tools = new ArrayList<>();
        for (String name : RESULTS.keySet()) tools.add(Map.of("type", "function", "name", name, "parameters", PARAMETERS, "strict", true));
        ResponseCreateParams.Builder asked = asked().putAdditionalBodyProperty("tools", JsonValue.from(tools));
        if (reasoning)
            asked.reasoning(Reasoning.builder().effort(ReasoningEffort.HIGH).summary(Reasoning.Summary.AUTO).build())
                .addInclude(ResponseIncludable.REASONING_ENCRYPTED_CONTENT);
        List<ResponseInputItem> items = new ArrayList<>();
        items.add(ResponseInputItem.ofEasyInputMessage(EasyInputMessage.builder().role(EasyInputMessage.Role.USER).content(prompt).build()));
        List<List<Call>> turns = Client.noTurns();
        while (turns.size() < 5) {
            Response done = read(asked.inputOfResponse(items).build(), new ArrayList<>(), 0);
            List<Call> turn = new ArrayList<>();
            List<ResponseInputItem> results = new ArrayList<>();
            for (ResponseOutputItem item : done.output()) {
                item.reasoning().ifPresent(each -> items.add(ResponseInputItem.ofReasoning(each)));
                item.message().ifPresent(each -> items.add(ResponseInputItem.ofResponseOutputMessage(each)));
                if (!item.isFunctionCall()) continue;
                var call = item.asFunctionCall();
                items.add(ResponseInputItem.ofFunctionCall(call));
                turn.add(new Call(call.name(), Client.cityOf(call.arguments())));
                results.add(ResponseInputItem.ofFunctionCallOutput(
                    ResponseInputItem.FunctionCallOutput.builder().callId(call.callId()).output(RESULTS.get(call.name())).build()));
            }
            if (turn.isEmpty()) return new Loop(textOf(done), turns);
            turns.add(turn);
            items.addAll(results);
        }
        return new Loop("", turns);
    }

    @Override
    public String schema(String prompt) {
        Object text = Map.of("format", Map.of("type", "json_schema", "name", "person", "schema", PERSON, "strict", true));
        return textOf(client.responses().create(asked().input(prompt).putAdditionalBodyProperty("text", JsonValue.from(text)).build()).validate());
    }

    @Override
    public String see(String prompt, String picture) {
        Object image = Map.of("type", "input_image", "detail", "auto", "image_url", "data:image/png;base64," + picture);
        Object message = Map.of("role", "user", "content", List.of(Map.of("type", "input_text", "text", prompt), image));
        return textOf(client.responses().create(asked().putAdditionalBodyProperty("input", JsonValue.from(List.of(message))).build()).validate());
    }

    @Override
    public boolean tells(String name, Throwable error) {
        return OpenAIChat.tellsCase(name, error);
    }
}

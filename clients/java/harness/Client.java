import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a client library must do to be driven; the cases of ../../driver/cases.ts say with what. */
interface Client {
    /** How a gateway is reached, and how often the client may repeat. */
    record Connection(String url, String key, Map<String, String> models, int retries) {}

    record Answer(String text, boolean finished, long input, long output) {}

    record Call(String name, String city) {}

    record Loop(String text, List<List<Call>> turns) {}

    Answer ask(String prompt) throws Exception;

    /** The pieces of text of a stream; leaves it after so many, if that is above 0. */
    List<String> stream(String prompt, int stopAfter) throws Exception;

    Loop loop(String prompt, boolean reasoning) throws Exception;

    /** The JSON text by the schema of a person. */
    String schema(String prompt) throws Exception;

    String see(String prompt, String picture) throws Exception;

    /** Whether the error is the client's own one for a case that fails. */
    boolean tells(String name, Throwable error);

    Map<String, String> RESULTS = ordered("get_weather", "sunny-4711", "get_time", "noon-0815");
    Map<String, Object> PARAMETERS = ordered(
        "type", "object", "properties", ordered("city", ordered("type", "string")), "required", List.of("city"), "additionalProperties", false);
    Map<String, Object> PERSON = ordered(
        "type", "object",
        "properties", ordered(
            "name", ordered("type", "string"), "age", ordered("type", "integer"),
            "tags", ordered("type", "array", "items", ordered("type", "string"))),
        "required", List.of("name", "age", "tags"), "additionalProperties", false);

    @SuppressWarnings("unchecked") // whoever calls it says of what
    static <Value> Map<String, Value> ordered(Object... pairs) {
        Map<String, Value> made = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) made.put((String) pairs[i], (Value) pairs[i + 1]);
        return made;
    }

    static String cityOf(String json) throws Exception {
        return Main.JSON.readTree(json).path("city").asText();
    }

    static Client open(String name, Connection to) {
        return switch (name) {
            case "java-openai-chat" -> new OpenAIChat(to);
            case "java-openai-responses" -> new OpenAIResponses(to);
            case "java-anthropic" -> new AnthropicMessages(to);
            case "java-google-genai" -> new GoogleGenai(to);
            case "java-langchain4j-chat" -> new LangChain4j.Chat(to);
            case "java-langchain4j-responses" -> new LangChain4j.Responses(to);
            case "java-langchain4j-anthropic" -> new LangChain4j.Anthropic(to);
            case "java-langchain4j-google" -> new LangChain4j.Google(to);
            default -> throw new IllegalArgumentException("there is no client " + name);
        };
    }

    static List<List<Call>> noTurns() {
        return new ArrayList<>();
    }
}

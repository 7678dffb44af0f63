"""What the vendors' SDKs raise for the cases that fail, for the frameworks that hand it on."""


def openai_errors():
    import openai

    return {
        "rate-limit": (openai.RateLimitError, lambda error: error.response.headers.get("retry-after") == "1"),
        "server-error": openai.InternalServerError,
        "context": (openai.BadRequestError, lambda error: error.code == "context_length_exceeded"),
        "key": (openai.AuthenticationError, lambda error: "Incorrect API key provided" in error.message),
    }


def anthropic_errors():
    import anthropic

    return {
        "rate-limit": (anthropic.RateLimitError, lambda error: error.response.headers.get("retry-after") == "1"),
        "server-error": anthropic.InternalServerError,
        "context": (anthropic.BadRequestError, lambda error: "prompt is too long" in error.message),
        "key": (anthropic.AuthenticationError, lambda error: error.body["error"]["type"] == "authentication_error"),
    }


def google_errors():
    from google.genai import errors

    return {
        "rate-limit": (errors.ClientError, lambda error: error.code == 429 and error.status == "RESOURCE_EXHAUSTED"),
        "server-error": (errors.ServerError, lambda error: error.code == 500),
        "context": (errors.ClientError, lambda error: error.code == 400 and "exceeds the maximum number of tokens allowed" in error.message),
        "key": (errors.ClientError, lambda error: "API key not valid" in error.message),
    }

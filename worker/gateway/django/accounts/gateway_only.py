"""Refuses calls that do not come through the site's gateway."""
from secrets import compare_digest

from django.conf import settings
from django.http import JsonResponse


def gateway_only(get_response):
    known = [secret.encode() for secret in settings.GATEWAY_SECRETS]

    def middleware(request):
        shown = request.headers.get("X-Gateway-Secret", "").encode()
        # Compared in constant time, or the time would tell how much of a guess is right.
        matches = [compare_digest(shown, secret) for secret in known]
        if request.path.startswith("/api/") and not any(matches):
            return JsonResponse({"detail": "Call the site instead.", "code": "permission_denied"}, status=403)
        return get_response(request)

    return middleware

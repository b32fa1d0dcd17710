from hashlib import sha256

from django.contrib.auth.hashers import make_password
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle
from rest_framework_simplejwt.tokens import RefreshToken
from rest_framework_simplejwt.views import TokenViewBase

from .models import Account


class SignInSerializer(serializers.Serializer):
    pocketoption_id = serializers.RegexField(r"^[A-Za-z0-9._@-]{1,64}$")
    passcode = serializers.CharField(min_length=6, max_length=128, required=False, trim_whitespace=False)

    def validate(self, attrs):
        active = Account.objects.select_related("user").filter(is_active=True, user__is_active=True)
        account = active.filter(pocketoption_id__iexact=attrs["pocketoption_id"]).first()
        passcode = attrs.get("passcode")
        if passcode is None and (account is None or account.needs_passcode):
            # The same for an id that does not exist, or the form would tell which ones do.
            raise AuthenticationFailed({"detail": "Sign in with your passcode.", "code": "passcode_required"})
        if account is None or (account.needs_passcode and not account.passcode_hash):
            make_password(passcode)   # takes as long as check_password, or the time would tell
            raise AuthenticationFailed("No active account found with the given credentials")
        if account.needs_passcode and not account.is_opened_by(passcode):
            raise AuthenticationFailed("No active account found with the given credentials")
        refresh = RefreshToken.for_user(account.user)
        return {"refresh": str(refresh), "access": str(refresh.access_token)}


class SignInByIdThrottle(SimpleRateThrottle):
    scope = "login_id"

    def get_cache_key(self, request, view):
        sent = request.data.get("pocketoption_id") if isinstance(request.data, dict) else None
        ident = sha256(str(sent).strip().lower().encode()).hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": ident}


class SignInView(TokenViewBase):
    serializer_class = SignInSerializer
    throttle_scope = "login"   # by address
    throttle_classes = [ScopedRateThrottle, SignInByIdThrottle]

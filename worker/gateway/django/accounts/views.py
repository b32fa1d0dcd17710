from django.shortcuts import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Account


class CurrentUserView(APIView):
    permission_classes = [IsAuthenticated]

    def get(self, request):
        account = get_object_or_404(Account, user=request.user)
        return Response({
            "id": account.pk,
            "pocketoption_id": account.pocketoption_id,
            "role": "staff" if request.user.is_staff else "member",
            "has_passcode": account.passcode_hash != "",
            "created_at": request.user.date_joined,
        })

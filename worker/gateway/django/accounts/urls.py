from django.urls import path
from rest_framework_simplejwt.views import TokenBlacklistView, TokenRefreshView

from .sign_in import SignInView
from .views import CurrentUserView

urlpatterns = [
    path("api/auth/login/", SignInView.as_view()),
    path("api/auth/refresh/", TokenRefreshView.as_view()),
    path("api/auth/logout/", TokenBlacklistView.as_view()),
    path("api/auth/me/", CurrentUserView.as_view()),
]

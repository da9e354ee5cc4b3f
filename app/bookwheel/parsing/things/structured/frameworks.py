"""Well-known frameworks by the packages that bring them, for each language of manifests."""

from __future__ import annotations

from collections.abc import Mapping

FRAMEWORKS: Mapping[str, Mapping[str, str]] = {
    "JavaScript": {
        "react": "React", "vue": "Vue", "@angular/core": "Angular", "svelte": "Svelte", "@sveltejs/kit": "SvelteKit",
        "next": "Next.js", "nuxt": "Nuxt", "express": "Express", "@nestjs/core": "NestJS", "fastify": "Fastify",
        "koa": "Koa", "@hapi/hapi": "hapi", "gatsby": "Gatsby", "astro": "Astro", "@remix-run/react": "Remix",
        "solid-js": "SolidJS", "preact": "Preact", "ember-source": "Ember.js", "electron": "Electron",
        "react-native": "React Native", "expo": "Expo", "vitepress": "VitePress", "@docusaurus/core": "Docusaurus",
        "jest": "Jest", "mocha": "Mocha", "vitest": "Vitest", "three": "three.js", "backbone": "Backbone.js",
        "meteor": "Meteor", "@ionic/core": "Ionic", "tailwindcss": "Tailwind CSS", "bootstrap": "Bootstrap",
    },
    "Python": {
        "django": "Django", "flask": "Flask", "fastapi": "FastAPI", "starlette": "Starlette", "tornado": "Tornado",
        "aiohttp": "aiohttp", "pyramid": "Pyramid", "bottle": "Bottle", "sanic": "Sanic", "celery": "Celery",
        "scrapy": "Scrapy", "pytest": "pytest", "pyside6": "Qt for Python", "pyqt6": "PyQt", "pyqt5": "PyQt",
        "torch": "PyTorch", "tensorflow": "TensorFlow", "keras": "Keras", "streamlit": "Streamlit", "dash": "Dash",
        "langchain": "LangChain", "litestar": "Litestar", "djangorestframework": "Django REST framework",
    },
    "Rust": {
        "actix-web": "Actix Web", "axum": "axum", "rocket": "Rocket", "warp": "warp", "tokio": "Tokio",
        "tauri": "Tauri", "bevy": "Bevy", "yew": "Yew", "leptos": "Leptos", "tide": "Tide", "egui": "egui",
    },
    "Go": {
        "github.com/gin-gonic/gin": "Gin", "github.com/labstack/echo/v4": "Echo", "github.com/gofiber/fiber/v2":
        "Fiber", "github.com/go-chi/chi/v5": "chi", "github.com/gorilla/mux": "Gorilla Mux",
        "google.golang.org/grpc": "gRPC", "github.com/beego/beego/v2": "Beego", "github.com/spf13/cobra": "Cobra",
    },
}  # fmt: skip
"""Names of packages in lower case, with what a person calls the framework."""
